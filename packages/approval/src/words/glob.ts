import { UNKNOWN } from './data.js'

/** Maximum length of a pattern that is evaluated. A longer one may match anything. */
const longestPattern = 200

/** Returns true when a shell pattern for one path component could match `name`. Unknown parts may be anything. */
export function couldMatch(pattern: string, name: string): boolean {
  return pattern.length > longestPattern || compilePattern(pattern, '^', '$').test(name)
}

/** Whether a pattern matches (nearly) everything in a folder: `*`, `.*`, `?*`, `*.*` and the like. */
export function matchesNearlyAll(pattern: string): boolean {
  return pattern.includes('*') && /^[.?*!^[\]]+$/.test(pattern)
}

/** Returns the result of `${text#pattern}` and `${text%pattern}`. */
export function removeMatch(text: string, pattern: string, where: 'start' | 'end', longest: boolean): string {
  const expression = compilePattern(pattern, '^', '$')
  const lengths = Array.from({ length: text.length + 1 }, (_, index) => index)
  if (longest) lengths.reverse()
  for (const length of lengths) {
    const part = where === 'start' ? text.slice(0, length) : text.slice(text.length - length)
    if (expression.test(part)) return where === 'start' ? text.slice(length) : text.slice(0, text.length - length)
  }
  return text
}

/** Returns the result of `${text/pattern/replacement}`. */
export function replaceMatch(text: string, pattern: string, replacement: string, operator: string): string {
  const before = operator === '/#' ? '^' : ''
  const after = operator === '/%' ? '$' : ''
  return text.replace(compilePattern(pattern, before, after, operator === '//' ? 'g' : '', '*'), () => replacement)
}

/** Excludes patterns that could take long to match. */
export function isCheap(pattern: string, text: string): boolean {
  return text.length <= 500 && pattern.length <= 100 && (pattern.match(/\*/g)?.length ?? 0) <= 3
}

function compilePattern(pattern: string, before: string, after: string, flags = '', greed = '*?'): RegExp {
  try {
    return new RegExp(`${before}(?:${toSource(pattern, greed)})${after}`, flags)
  } catch {
    // A set such as `[z-a]` is not a valid class, and the shell treats it as plain text too.
    return new RegExp(`${before}(?:${escapePattern(pattern)})${after}`, flags)
  }
}

function toSource(pattern: string, greed: string): string {
  const collapsed = pattern.replaceAll(UNKNOWN, '*').replace(/\*+/g, '*')
  return collapsed.replace(/\[([!^]?)(\]?[^\]]*)\]|[\s\S]/g, (part, negation?: string, set?: string) => {
    if (set) return `[${negation ? '^' : ''}${set.replace(/[\\[\]^]/g, '\\$&')}]`
    if (part === '*') return `[^]${greed}`
    return part === '?' ? '[^]' : escapePattern(part)
  })
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
