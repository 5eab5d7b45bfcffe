const SIZE = 64;

async function pictureAt(address: string): Promise<HTMLImageElement | undefined> {
  const picture = new Image();
  picture.src = address;
  try {
    await picture.decode();
    return picture;
  } catch {
    // No icon, or one that this browser cannot decode: only the sign is drawn.
    return undefined;
  }
}

/** A data URL of the icon at `address` with a sign in a corner, for brands without `faviconAlert`. */
export async function drawAlertIcon(address: string): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d');
  if (context === null) return address;
  const picture = await pictureAt(address);
  if (picture !== undefined) context.drawImage(picture, 0, 0, SIZE, SIZE);
  const radius = picture === undefined ? SIZE * 0.4 : SIZE * 0.26;
  const centre = picture === undefined ? SIZE / 2 : SIZE - radius - 3;
  context.beginPath();
  context.arc(centre, SIZE - centre, radius, 0, 2 * Math.PI);
  context.fillStyle = '#e8590c';
  context.fill();
  context.lineWidth = 5;
  context.strokeStyle = '#ffffff';
  context.stroke();
  return canvas.toDataURL('image/png');
}
