export type AddressTextProps = {
  /** An address, or a name where no address is known. */
  readonly children: string;
  readonly className?: string | undefined;
  readonly dir?: 'ltr' | undefined;
};

/** An address with a writing direction of its own. Where a line is too short for it, it breaks before “@”. */
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
