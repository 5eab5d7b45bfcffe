/** Messages one mailbox holds; then the oldest read ones make room, and without any it is full. */
export const MESSAGES_PER_ACCOUNT = 2000;
