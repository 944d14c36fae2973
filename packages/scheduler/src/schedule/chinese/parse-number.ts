const digits = '零一二三四五六七八九'

/**
 * Parses `12`, `十二`, `两`, `三十`, from 0 to 99. Returns `undefined` for another text. Digits may have any number of
 * places.
 */
export function parseNumber(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text)
  const found = /^(?:([一二三四五六七八九])?(十))?([零一二三四五六七八九])?$/.exec(
    text.replace('两', '二').replace(/^零(?=.)/, ''),
  )
  if (!found || text === '') return undefined
  const [, tens, ten, ones] = found
  return (ten ? 10 * (tens ? digits.indexOf(tens) : 1) : 0) + (ones ? digits.indexOf(ones) : 0)
}
