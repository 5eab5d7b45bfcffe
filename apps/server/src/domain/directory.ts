/** An entry of the business directory as this server keeps it (DIRECTORY-07). */
export type ListedBusiness = {
  readonly id: string;
  readonly name: string;
  /** Address of a picture, '' = none. */
  readonly image: string;
  /** Number or SIP address, '' = cannot be called. */
  readonly phone: string;
  readonly isFeatured: boolean;
  readonly hasChildren: boolean;
  readonly typeId: string | undefined;
  readonly categoryId: string | undefined;
};
