const two = (value: number): string => String(value).padStart(2, '0');

/** `YYYY-MM-DD HH:mm` in the user's time zone (MSG-01), the same in every language. */
export function localDateTime(timestamp: number): string {
  const at = new Date(timestamp);
  const day = [String(at.getFullYear()).padStart(4, '0'), two(at.getMonth() + 1), two(at.getDate())].join(
    '-',
  );
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
