import type { FindingName, Match } from '../finding.js'

/** How many characters around a match are checked for its purpose. */
const reach = 240

const aboutAttacks =
  /\b(?:inject(?:ion|ions|ed)?|jail ?break(?:s|ing)?|attack(?:s|er|ers)?|malicious|adversar(?:y|ial)|phish(?:ing)?|exfiltrat(?:ion|e|ing)|untrusted|suspicious|payloads?|threats?|poison(?:ing|ed)|social engineering|red[- ]team(?:ing)?|security|vulnerab(?:le|ility|ilities)|exploits?|scanner|scan|detect(?:s|ed|ion|or)?|flag(?:s|ged)?|block(?:s|ed|list)?|reject(?:s|ed)?|refus(?:e|es|ed)|filter(?:s|ed)?|sanitiz(?:e|es|er)|trick(?:s|ed)?|red flags?|test (?:cases?|strings?|inputs?|fixtures?))\b/i
const introducesExample =
  /(?:\be\.g\.|\bfor example|\bexamples?\b|\bsuch as\b|\blike\b|\bphrases?\b|\bstrings?\b|\btexts?\b|\bpatterns?\b|\bprompts?\b|\bsay(?:s|ing)?\b|\bcontains?\b|\bcontaining\b|\bincludes?\b|\binputs?\b|\bcommands?\b|\bpages?\b|\bmessages?\b|\binstructions?\b|\bsnippets?\b|\bpayloads?\b)/i
/** These words demand an action, so the text is not an example. */
const forbids =
  /(?:^|[^\p{L}])(?:never|not|don't|do not|avoid|cannot|can't|must not|refuse to|without|nunca|jamás|jamais|niemals|никогда|asla)\s(?:[^\s.,;:!?*#-][^\s.,;:!?]{0,23}\s){0,4}$/iu

/** Findings whose patterns contain a negation. */
const negated: readonly FindingName[] = ['deception_hide', 'tool_steering', 'remove_filters']

/**
 * Returns true when a match is quoted as an example in a text about attacks, or forbidden ("never run ..."). A
 * quotation without such a context is not excused.
 */
export function isExcused(text: string, match: Match, areOrders: boolean): boolean {
  if (match.name === 'fake_turn' && !areOrders && isNamed(text, match)) return true
  const before = text.slice(Math.max(0, match.start - reach), match.start)
  const after = text.slice(match.end, match.end + reach)
  if (!negated.includes(match.name) && isForbidden(before)) return true
  if (deniable.includes(match.name) && denied.test(before)) return true
  if (match.name === 'prompt_injection' && mayBeSkipped(before, after)) return true
  if (match.name === 'prompt_injection' && whichExpired.test(text.slice(match.start, match.end))) return true
  if (match.name === 'skip_approval' && ofFlag.test(before.slice(-60))) return true
  if (areOrders) return false
  if (!isAboutAttacks(before) && !isAboutAttacks(after)) return false
  if (isQuoted(text, match)) return !ordered.test(before)
  return isAboutAttacks(sentence(before)) && introducesExample.test(sentence(before))
}

/** Identifiers (`detectInjection`, `inject_test`) count like words. */
function isAboutAttacks(text: string): boolean {
  return aboutAttacks.test(text.replaceAll('_', ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2'))
}

/** A request directly before a quotation, such as "do this:". */
export const ordered =
  /\b(?:run|execute|paste|enter|invoke|type|start with|begin with|first|use|always|must|please)\b:?\s{0,3}(?:(?:this|the|following|command|it|in|a|your|terminal|shell|with)[\s:]{1,3}){0,5}["'`“]{1,3}\s{0,3}(?:\w{1,12}\s)?$/i

/** "You can ignore all of the instructions below if ...", which tells the reader which part does not apply. */
function mayBeSkipped(before: string, after: string): boolean {
  return (
    /\b(?:you|users|readers|they|we) (?:can|may|could) (?:also |safely )?$/i.test(before) &&
    /^ (?:below )?(?:if|when|unless) /.test(after)
  )
}

/** Findings that are excused in a list of what settings deny. */
const deniable: readonly FindingName[] = ['read_secrets', 'pipe_to_shell', 'destructive_command']
const denied =
  /["']?(?:deny|denied|denylist|disallowed\w{0,8}|blocklist|forbidden)["']?\s{0,3}[:=]\s{0,3}\[[^\]]{0,200}$/i

/** "Remove rules that no longer apply". */
const whichExpired = /\b(?:that|which) (?:are )?no longer\b/i
/** "`--force`: skip the confirmation prompt" describes an option. */
const ofFlag =
  /(?:^|[\s\x60(|[])-{1,2}[a-z][\w-]{0,24}[\x60"'\])*]{0,3}(?:\s{0,3}[:|)=–—-]\s{0,3}|\s{2,20}(?:#\s)?)[\x60"'*]{0,3}$/i

/** Whether the match is a single chat-format tag in quotation marks. */
function isNamed(text: string, { start, end }: Match): boolean {
  const open = text.slice(Math.max(0, start - 24), start)
  const close = text.slice(end, end + 24)
  return (
    (/`[^`\n]{0,20}$/.test(open) && /^[^`\n]{0,20}`/.test(close)) ||
    (/"[^"\n]{0,4}$/.test(open) && /^[^"\n]{0,20}"/.test(close))
  )
}

function isForbidden(before: string): boolean {
  return forbids.test(before.slice(-80).replaceAll(/[\x60"'*_“]/g, ''))
}

function sentence(before: string): string {
  return before.slice(Math.max(before.lastIndexOf('. '), before.lastIndexOf('\n\n'), before.lastIndexOf('! ')) + 1)
}

const pairs: readonly (readonly [string, string])[] = [
  ['`', '`'],
  ['"', '"'],
  ['“', '”'],
  ['«', '»'],
  ['„', '“'],
  ['‘', '’'],
  ["'", "'"],
  ['「', '」'],
]

/** Whether the match is inside quotation marks or a code span on the same line, a code block or a block quote. */
function isQuoted(text: string, { start, end }: Match): boolean {
  const lineStart = text.lastIndexOf('\n', Math.max(0, start - 1)) + 1
  const lineEnd = text.indexOf('\n', end)
  const before = text.slice(Math.max(lineStart, start - reach), start)
  const after = text.slice(end, Math.min(lineEnd < 0 ? text.length : lineEnd, end + reach))
  const inPair = pairs.some(([open, close]) =>
    open === close
      ? count(before, open) % 2 === 1 && after.includes(close)
      : before.lastIndexOf(open) > before.lastIndexOf(close) && after.includes(close),
  )
  return inPair || /^\s{0,8}(?:>|\|)/.test(text.slice(lineStart, lineStart + 12)) || isInFence(text, start)
}

/** Whether the index is inside a Markdown code block. */
export function isInFence(text: string, index: number): boolean {
  // Bounded, so that a long text stays cheap.
  const before = text.slice(Math.max(0, index - 8_000), index)
  return (before.match(/^\s{0,3}(?:```|~~~)/gm) ?? []).length % 2 === 1
}

function count(text: string, mark: string): number {
  const marks = mark === "'" ? (text.match(/(?<!\w)'|'(?!\w)/g) ?? []).length : text.split(mark).length - 1
  return marks
}
