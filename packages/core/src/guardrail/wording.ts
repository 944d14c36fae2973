import type { GuardrailCode } from '../contracts/agent/guardrail.js'
import type { ToolCall, ToolMessage } from '../contracts/model/message.js'
import { textOf } from '../contracts/model/message.js'
import type { Finding } from './observation.js'

/** Returns the warning for the model in the repeated result: what repeats, and what to do instead. */
export function toWarning(found: Finding): string {
  return `[Loop warning: ${sentence(found)}. ${advice[found.code]}]`
}

/** Returns the text for the model in the next turn, in the result that ended this one. */
export function toFarewell(found: Finding): string {
  return `[Loop guardrail: the turn was ended here, because ${sentence(found)}.]`
}

/** Returns the explanation for the user. */
export function toExplanation(found: Finding, last: ToolMessage): string {
  const ending = excerpt(textOf(last.content), 200)
  return [
    `I stopped because I was repeating myself: ${sentence(found)}, despite a warning.`,
    ending === '' ? 'The last result was empty.' : `The last result was: ${ending}`,
    'Say "continue" to reset the count and let me continue, or tell me what to do differently.',
  ].join('\n\n')
}

export function toRefusal(name: string, cap: number): string {
  return `[Not run: "${name}" may be called ${cap} times in one turn, and it was. Continue with what you have, or tell the user what is missing; they can say "continue" for a new turn.]`
}

export function toReference(original: ToolCall, distance: number, isError: boolean): string {
  const where = distance === 1 ? 'the call right before this one' : `${distance} calls before this one`
  const what = isError ? 'The same error' : 'The same result'
  return `[${what}, character for character, as that of ${describe(original)}, ${where}. See the full text there.]`
}

const sentences: Record<GuardrailCode, (what: string, count: number) => string> = {
  'guardrail/same-call': (what, count) => `${what} gave the same result ${count} times in a row`,
  'guardrail/cycle': (what, count) => `the same round of calls gave the same results ${count} times: ${what}`,
  'guardrail/failing-call': (what, count) => `${what} failed ${count} times, and nothing was changed in between`,
  'guardrail/failing-tool': (what, count) =>
    `${what} failed ${count} times without a success in between, whatever the arguments`,
  'guardrail/failing-tools': (what, count) => `${count} calls in a row failed, the last of them ${what}`,
  'guardrail/same-result': (what, count) => `${what} gave the same result ${count} times to different arguments`,
}

const advice: Record<GuardrailCode, string> = {
  'guardrail/same-call':
    'One more time will not change it. Use this result, do something else, or tell the user what stops you; to wait for something, wait longer in one call.',
  'guardrail/cycle':
    'Another round will not change it. Leave this path: use what you know, try something else, or tell the user what stops you.',
  'guardrail/failing-call':
    'Do not repeat it as it is: read the error, then change the arguments or the approach, or tell the user what stops you.',
  'guardrail/failing-tool':
    'Find out why before the next try: read the errors, look at what is really there, use another tool, or tell the user what stops you.',
  'guardrail/failing-tools': 'Stop and find the common cause before the next call, or tell the user what stops you.',
  'guardrail/same-result':
    'Other arguments are unlikely to help. Look for the information elsewhere, or tell the user that this does not work.',
}

function sentence({ code, calls, count }: Finding): string {
  const isAboutTool = code === 'guardrail/failing-tool' || code === 'guardrail/same-result'
  const what = isAboutTool ? calls.map(({ function: { name } }) => `\`${name}\``) : calls.map(describe)
  return sentences[code]([...new Set(what)].slice(0, 5).join(', '), count)
}

function describe({ function: { name, arguments: text } }: ToolCall): string {
  return `\`${name} ${excerpt(text, 100)}\``
}

/** Returns the beginning of a text on one line, without backticks, because it is displayed as inline code. */
function excerpt(text: string, max: number): string {
  const line = text
    .slice(0, max * 2)
    .replace(/\s+/g, ' ')
    .replaceAll('`', "'")
    .trim()
  return line.length > max || text.length > max * 2 ? `${line.slice(0, max).replace(/[\ud800-\udbff]$/, '')}…` : line
}
