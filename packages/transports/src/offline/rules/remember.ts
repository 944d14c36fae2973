import { type Rule, say } from '../rule.js'

const pattern = /^(?:please\s+)?remember(?:\s+that|\s+this)?:?\s+(?<what>.+)$/is

/** Confirms a fact without writing anything: facts are recalled from the stored conversation. */
export const remember: Rule = {
  example: 'remember TEXT',
  match(sentence) {
    const what = pattern.exec(sentence.trim())?.groups?.what
    if (what === undefined) return undefined
    return () =>
      say(`It stands in this session now: "${what}" Ask "what did I say" to see it again, also after a restart.`)
  },
}
