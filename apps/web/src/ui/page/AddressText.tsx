export type AddressTextProps = {
  readonly children: string;
  readonly className?: string | undefined;
};

/**
 * An address with a writing direction of its own. Where a line is too short for it, it breaks before “@”. Not for the
 * accessible name of a control: Chromium reads a space where the line can break.
 */
export function AddressText({ children, ...attributes }: AddressTextProps) {
  const at = children.indexOf('@');
  if (at < 1) return <bdi {...attributes}>{children}</bdi>;
  return (
    <bdi {...attributes}>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </bdi>
  );
}
