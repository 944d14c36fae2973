/**
 * Whether a style hides the text of its element: invisible, too small, off screen, or in the color of its background.
 */
export function styleHides(style: string): boolean {
  const rules = new Map<string, string>()
  for (const rule of withoutComments(style.slice(0, longestStyle)).split(';')) {
    const colon = rule.indexOf(':')
    if (colon > 0)
      rules.set(
        rule.slice(0, colon).trim().toLowerCase(),
        rule
          .slice(colon + 1)
          .replace(/\s{0,3}!important/i, '')
          .trim()
          .toLowerCase(),
      )
  }
  return (
    hidingRules.some(([name, value]) => value.test(rules.get(name) ?? '')) || isClipped(rules) || isCamouflaged(rules)
  )
}

const longestStyle = 600

function withoutComments(style: string): string {
  return style
    .split('/*')
    .map((part, index) => (index === 0 ? part : (part.split('*/')[1] ?? '')))
    .join('')
}

const nothing = /^0{0,8}\.?0{0,8}(?:px|pt|em|rem|%|vh|vw|ch)?$/
const almostNothing =
  /^(?:0{0,8}\.?0{0,8}|0{0,8}[01](?:\.\d{0,3})?(?:px|pt)|0?\.[01]\d{0,3}(?:em|rem)|[01]%)(?:px|pt|em|rem|%)?$/
const farAway = /^-\d{3,}/

const hidingRules: readonly (readonly [string, RegExp])[] = [
  ['display', /^none/],
  ['visibility', /^(?:hidden|collapse)/],
  ['content-visibility', /^hidden/],
  ['opacity', /^(?:0{0,8}\.?0{1,8}\d?|0|[0-9](?:\.\d{1,3})?%)$/],
  ['filter', /opacity\(0/],
  ['font-size', /^(?:0\S{0,8}|0{0,8}[01](?:\.\d{1,3})?(?:px|pt)|\.[01]\d{0,3}(?:em|rem)|0?\.[01]\d{0,3}(?:em|rem))$/],
  ['font', /(?:^|\s)[01](?:px|pt)?\//],
  ['line-height', /^0\S{0,3}$/],
  ['mso-hide', /^all/],
  ['clip', /^rect\((?:0|1px)/],
  ['clip-path', /^(?:inset\((?:[5-9]\d|100)%|circle\(0|polygon\(0\s{1,3}0\s{0,3}\))/],
  ['transform', /scale[xy]?\(0(?:\.0\d{0,3})?\)|translate[xy]?\(-\d{3,}/],
  ['left', farAway],
  ['right', farAway],
  ['top', farAway],
  ['bottom', farAway],
  ['text-indent', farAway],
  ['margin-left', farAway],
  ['margin-top', farAway],
  ['color', /^transparent|^rgba\([^)]{0,40},\s{0,3}0(?:\.0\d{0,2})?\)|^#(?:[0-9a-f]{6}00|[0-9a-f]{3}0)$/],
]

/** Whether the box has no size and clips its overflow. */
function isClipped(rules: ReadonlyMap<string, string>): boolean {
  if (!/^(?:hidden|clip)/.test(rules.get('overflow') ?? '')) return false
  const sizes = ['height', 'width', 'max-height', 'max-width'].map((name) => rules.get(name))
  return sizes.some((size) => size !== undefined && (nothing.test(size) || almostNothing.test(size)))
}

const mostDifference = 60
const white = [255, 255, 255]

/**
 * Whether the text has the color of its background. Pages without a background are white. Text on an image or a
 * gradient is assumed to be visible.
 */
function isCamouflaged(rules: ReadonlyMap<string, string>): boolean {
  const color = channelsOf(rules.get('color') ?? '')
  if (!color) return false
  const background = rules.get('background-color') ?? rules.get('background')
  const behind = background === undefined ? white : channelsOf(background)
  return behind !== undefined && differenceOf(color, behind) < mostDifference
}

function differenceOf(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, channel, index) => sum + Math.abs(channel - (right[index] ?? 0)), 0)
}

const names: Readonly<Record<string, readonly number[]>> = {
  white,
  snow: [255, 250, 250],
  ivory: [255, 255, 240],
  ghostwhite: [248, 248, 255],
  whitesmoke: [245, 245, 245],
  black: [0, 0, 0],
}

/** Returns the red, green and blue channels of a color, from 0 to 255. */
function channelsOf(color: string): readonly number[] | undefined {
  const named = names[color]
  if (named) return named
  const hex = /^#(?:([0-9a-f]{6})|([0-9a-f]{3}))$/.exec(color)
  const digits = hex?.[1] ?? hex?.[2]?.replaceAll(/./g, '$&$&')
  if (digits) return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
  const rgb = /^rgba?\(\s{0,3}(\d{1,3})[\s,]{1,4}(\d{1,3})[\s,]{1,4}(\d{1,3})/.exec(color)
  if (rgb) return rgb.slice(1, 4).map(Number)
  return /^hsla?\([^)]{0,24}?,\s{0,3}(?:9[89]|100)%/.test(color) ? white : undefined
}
