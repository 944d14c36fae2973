import { ordered } from './is-excused.js'

/** Code blocks, code spans, quotation marks, block quotes and table rows. */
const patterns: readonly RegExp[] = [
  /^[ \t]{0,8}(?:```|~~~)[^\n]{0,200}\n(?:[^\n]{0,4000}\n){0,200}?[ \t]{0,8}(?:```|~~~)/gm,
  /<(?:pre|code|blockquote|q|samp)>[^<]{1,4000}<\/(?:pre|code|blockquote|q|samp)>/gi,
  /^[ \t]{0,8}>[^\n]{0,4000}/gm,
  /^[ \t]{0,8}\|[^\n]{0,4000}/gm,
  /``[^`\n]{1,600}``|`[^`\n]{1,600}`/g,
  /"[^"\n]{1,600}"|“[^”\n]{1,600}”|«[^»\n]{1,600}»|„[^“”\n]{1,600}[“”]|‘[^’\n]{1,600}’|「[^」\n]{1,600}」|『[^』\n]{1,600}』/g,
  /(?<![\p{L}\p{N}])'[^'\n]{4,600}'(?![\p{L}\p{N}])/gu,
]
/** Words before a quotation that the reader has to act on. */
const orders = /\b(?:run|execute|follow|obey|perform|do|paste|enter|send|apply|comply)\b[^.\n]{0,60}:?\s{0,4}$/i
const shows =
  /\b(?:attack|payload|example|e\.g|such as|like|test|detect|flag|block|reject|never|not|don't|malicious)\w{0,6}\b/i

/** Replaces quoted characters: not a letter, a space or a mark of any code. */
const mask = '▒'

/** Masks the quotations of a text, keeping all positions. Quotations that the reader has to act on stay. */
export function withoutQuotations(text: string): string {
  let bare = text
  for (const pattern of patterns) {
    bare = bare.replaceAll(pattern, (found, ...rest) => {
      const offset = rest.find((value) => typeof value === 'number') ?? 0
      return isActedOn(bare.slice(Math.max(0, offset - 120), offset)) ? found : masked(found)
    })
  }
  return withoutExampleLists(bare)
}

function isActedOn(before: string): boolean {
  if (ordered.test(`${before}"`)) return true
  const line = before.trimEnd().split('\n').at(-1) ?? ''
  return orders.test(line) && !shows.test(line)
}

function masked(quoted: string): string {
  return quoted.replaceAll(/[^\n]/g, mask)
}

const item = /^[ \t]{0,8}(?:[-*+•]|\d{1,3}[.)]|[a-z][.)])[ \t]/i
const attacks =
  /attack|payload|inject|jailbreak|malicious|adversar|exploit|phish|red[- ]?team|poison|hostile|angriff|angreifer|ataque|inye|inje[cç]|attaque|attacc|iniezion|атак|инъекц|вредонос|攻击|注入|恶意|攻撃|インジェクション|悪意/i

/** Masks lists below a line that calls them attacks. */
function withoutExampleLists(text: string): string {
  let isExample = false
  return text
    .split('\n')
    .map((line) => {
      if (item.test(line) || (isExample && /^[ \t]{2,}\S/.test(line))) return isExample ? masked(line) : line
      if (line.trim() !== '') isExample = attacks.test(line) && /(?::|^\s{0,3}#{1,6} .{1,200})\s{0,4}$/.test(line)
      return line
    })
    .join('\n')
}
