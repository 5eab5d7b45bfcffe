/** An entry of the business directory as this server stores it (DIRECTORY-07). */
export type ListedBusiness = {
  readonly id: string;
  readonly name: string;
  /** Address of an image, '' = none. */
  readonly image: string;
  /** Number or SIP address, '' = the entry cannot be called. */
  readonly phone: string;
  readonly isFeatured: boolean;
  readonly hasChildren: boolean;
  readonly typeId: string | undefined;
  readonly categoryId: string | undefined;
};
