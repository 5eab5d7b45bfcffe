/** Drawn people who wave, as files that Chromium takes for a camera. */
const picture = { width: 640, height: 480 };

const people = {
  alice: { wall: ['#dfe9e4', '#9fb8ad'], skin: '#e8b894', hair: '#5b3a25', shirt: '#7a2f4d' },
  bobby: { wall: ['#e6e2d8', '#b7ab93'], skin: '#9c6b4a', hair: '#1f1a17', shirt: '#274b7a' },
};

/** Runs in a page: draws a person who waves, and returns the pixels. */
function drawPerson([{ width, height }, { wall, skin, hair, shirt }]) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  const blob = (colour, ...ellipses) => {
    pen.fillStyle = colour;
    for (const [x, y, rx, ry, turn = 0] of ellipses) {
      pen.beginPath();
      pen.ellipse(x, y, rx, ry, turn, 0, 2 * Math.PI);
      pen.fill();
    }
  };
  const light = pen.createLinearGradient(0, 0, width, height);
  light.addColorStop(0, wall[0]);
  light.addColorStop(1, wall[1]);
  pen.fillStyle = light;
  pen.fillRect(0, 0, width, height);
  blob(hair, [320, 170, 92, 105]);
  blob(shirt, [320, 470, 190, 150], [478, 395, 46, 110, 0.5]);
  blob(skin, [320, 300, 38, 60], [320, 195, 74, 92], [532, 268, 34, 42]);
  for (const [x, y, turn] of [
    [506, 218, -0.35],
    [526, 206, -0.1],
    [546, 210, 0.1],
    [562, 226, 0.35],
    [498, 268, -1],
  ])
    blob(skin, [x, y, 9, 34, turn]);
  blob(hair, [320, 108, 80, 40], [254, 150, 20, 52], [386, 150, 20, 52]);
  blob('#ffffff', [292, 188, 12, 8], [348, 188, 12, 8]);
  blob('#2b2622', [292, 188, 6, 7], [348, 188, 6, 7]);
  pen.strokeStyle = '#7d3b33';
  pen.lineWidth = 6;
  pen.lineCap = 'round';
  pen.beginPath();
  pen.arc(320, 222, 30, 0.25 * Math.PI, 0.75 * Math.PI);
  pen.stroke();
  return [...pen.getImageData(0, 0, width, height).data];
}

/** The pixels as YUV4MPEG2 with one frame (https://wiki.multimedia.cx/index.php/YUV4MPEG2). */
function encode(pixels) {
  const { width, height } = picture;
  const at = (x, y) => pixels.slice(4 * (y * width + x), 4 * (y * width + x) + 3);
  const weighed = ([red, green, blue], weights, base) =>
    Math.round(base + (weights[0] * red + weights[1] * green + weights[2] * blue) / 256);
  const plane = (step, weights, base) =>
    Buffer.from(
      Array.from({ length: (width / step) * (height / step) }, (_, index) =>
        weighed(at((index * step) % width, Math.floor((index * step) / width) * step), weights, base),
      ),
    );
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F30:1 Ip A1:1 C420jpeg\nFRAME\n`),
    plane(1, [66, 129, 25], 16),
    plane(2, [-38, -74, 112], 128),
    plane(2, [112, -94, -18], 128),
  ]);
}

/**
 * The camera file of a person.
 * @param page any page of a browser, which draws
 * @param {'alice' | 'bobby'} name
 */
export const cameraFileOf = async (page, name) =>
  encode(await page.evaluate(drawPerson, [picture, people[name]]));
