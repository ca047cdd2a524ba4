/** What joins letters and emoji into one sign, and tags that make a flag. Anywhere else they are invisible. */
const JOINED = new RegExp(
  [
    /(?<=[\p{L}\p{M}])[\u200c\u200d](?=\p{L})/u,
    /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)\u200d(?=\p{Extended_Pictographic})/u,
    /(?<=\u{1f3f4})[\u{e0020}-\u{e007e}]+\u{e007f}/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);
/** Characters that show nothing, such as Hangul fillers and the empty Braille pattern, or change the direction of others. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u3164\uffa0\u2800]/gu;

/** A text without characters that show nothing or change the direction of others; `instead` stands for each. */
export function withoutInvisible(text: string, instead = ''): string {
  let visible = '';
  let from = 0;
  for (const { index, 0: joined } of text.matchAll(JOINED)) {
    visible += text.slice(from, index).replace(INVISIBLE, instead) + joined;
    from = index + joined.length;
  }
  return visible + text.slice(from).replace(INVISIBLE, instead);
}
