import { numberList } from '../../server/api-client.js';
import { fileForm, requestHead } from '../../server/raw-connection.js';
import { type Asked, ask } from './asking.js';
import type { Attack, AttackScene } from './attack.js';
import { countReplies, crowd } from './crowd.js';

const UNFINISHED_BYTES = 1_200_000;
const FULL_ROWS = 100_000;
const SMALL_ROWS = 200;
const WITHOUT_PHONES = `name,city\n${'somebody,somewhere\n'.repeat(20_000)}`;

/** Files that are refused, each for a different reason. */
const REFUSED = [
  `phone${',more'.repeat(1_200)}\n`,
  `phone\n${'+14155550100\n'.repeat(FULL_ROWS + 1)}`,
  'PK\x03\x04 no workbook',
  '\0\0\0',
  `phone\n"${'never closed '.repeat(100_000)}`,
];

/** Uploads of complete and incomplete, valid and refused files. */
export const UPLOAD_ATTACKS: readonly Attack[] = [
  {
    name: '150 unfinished uploads of 1.2 MB',
    run(scene) {
      const { type, body } = fileForm('+14155550100,note\n'.repeat(UNFINISHED_BYTES / 18));
      const headers = { 'content-type': type, 'content-length': String(2 * body.length) };
      const begin = requestHead('POST /v1/verify/batch', scene.token, headers) + body;
      return crowd(scene, 150, (socket) => {
        countReplies(socket, scene.tally);
        socket.write(begin);
      });
    },
  },
  {
    name: 'forms with fields of 60 KiB',
    run(scene) {
      const field = `--b\r\nContent-Disposition: form-data; name="phone_column"\r\n\r\n${'x'.repeat(60 * 1_024)}\r\n`;
      const headers = { 'content-type': 'multipart/form-data; boundary=b' };
      return ask(scene, 32, () => ({
        ...{ method: 'POST', path: '/v1/verify/batch', headers },
        body: `${field.repeat(20)}--b--\r\n`,
      }));
    },
  },
  {
    name: 'files that are refused',
    run: (scene) => ask(scene, 8, turns(REFUSED.map((content) => upload(content)))),
  },
  {
    name: 'files without phones, of accounts without credits',
    run(scene) {
      const file = upload(WITHOUT_PHONES);
      return ask(scene, 16, turns(scene.poorTokens.map((token) => ({ ...file, token }))));
    },
  },
  { name: 'uploads hung up after their last byte', run: hangUpLate },
  {
    name: 'files of 100,000 rows, side by side',
    run: (scene) => ask(scene, 8, turns([upload(numberList(scene.sized(FULL_ROWS)))])),
  },
  {
    name: 'previews of 100,000 rows',
    run: (scene) =>
      ask(scene, 8, turns([upload(numberList(scene.sized(FULL_ROWS)), '/v1/verify/batch/preview')])),
  },
];

function upload(content: string, path = '/v1/verify/batch'): Asked {
  const { type, body } = fileForm(content);
  return { method: 'POST', path, body, headers: { 'content-type': type } };
}

function turns(requests: readonly Asked[]): () => Asked {
  const [first] = requests;
  if (first === undefined) throw new RangeError('an attack needs at least one request');
  let next = 0;
  return () => requests[next++ % requests.length] ?? first;
}

function hangUpLate(scene: AttackScene): Promise<void> {
  const { type, body } = fileForm(numberList(SMALL_ROWS));
  const headers = { 'content-type': type, 'content-length': String(body.length) };
  const request = requestHead('POST /v1/verify/batch', scene.token, headers) + body;
  let serial = 0;
  return crowd(scene, 8, (socket) => {
    const afterMs = serial++ % 15;
    countReplies(socket, scene.tally);
    socket.write(request, () => setTimeout(() => socket.destroy(), afterMs));
  });
}
