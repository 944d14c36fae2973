import { oneLine } from '../prune/describe-call.js'
import { shortenText } from '../prune/shorten-text.js'
import { cuesOf, isMereAssent } from './cue-words.js'
import { quote } from './quote.js'

/** The maximum length of a quoted task, in characters. Longer ones, such as pasted documents, keep their start and end. */
const longestTask = 2_000

/** Quotes the newest request. If it only says to continue, the request that it continues is quoted first. */
export function activeTask(asks: readonly string[]): readonly string[] {
  const newest = asks.at(-1)
  if (newest === undefined) return []
  const substantial = asks.findLast((ask) => !isMereAssent(ask))
  const earlier = substantial === undefined || substantial === newest ? [] : [quoteTask(substantial), 'and then:']
  return [...earlier, quoteTask(newest)]
}

function quoteTask(ask: string): string {
  return quote(shortenText(ask.trim(), longestTask))
}

/** Returns the first request and up to five later messages that changed it. */
export function goal(asks: readonly string[]): readonly string[] {
  const [first, ...later] = asks.filter((ask) => !isMereAssent(ask))
  if (first === undefined) return []
  const changes = later.filter((ask) => cuesOf(ask).has('change')).slice(-5)
  return [`- ${oneLine(first, 600)}`, ...changes.map((ask) => `- Changed later: ${oneLine(ask, 300)}`)]
}
