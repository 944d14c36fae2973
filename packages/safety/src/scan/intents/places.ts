export type PlaceKind = 'place' | 'mailbox' | 'rulesFile' | 'toolName'

/** The kinds of places at each offset of a text. */
export type Places = ReadonlyMap<number, readonly PlaceKind[]>

/** A run of characters that can form an address, from its first letter or digit. */
const token = /[a-z0-9][^\s<>"'`()[\]{}=,;|]*/gi
/** Maximum length of a token. Longer tokens are cut, which bounds the search in each. */
const longestToken = 300

/** A quick test: every place contains one of these, and few words do. */
const marked = /[.@:_]|rules/i
const url = /^(?:https?|s3|gs|s?ftp|wss?):\/\/([^/]+)/i
const mail = /^[\w.+-]{1,64}@([\w-]+(?:\.[\w-]+)+)/
const host =
  /^((?:[a-z0-9-]{1,63}\.){1,8}(?:example|com|net|org|io|dev|app|xyz|ru|cn|info|biz|site|online|cloud|ai|co|me|sh|tk|top|test|invalid|internal)|\d{1,3}(?:\.\d{1,3}){3})(?![\w-])/i

/** Files that agents read at the start of each conversation. */
const rulesFile =
  /^(?:\S{0,80}\/)?(?:(?:agents|claude|gemini|soul|hermes|memory|heartbeat|copilot-instructions)\.md|cursorrules|windsurfrules)(?![\w-])/i

/** Names of tools and functions. */
const toolName = /^[a-z][a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,6}(?![\w/.-])/

const own = /^(?:localhost|127\.|0\.0\.0\.0|\[?::1)/i

/** Finds the addresses in a text that are on another machine, and the names of files with rules for agents. */
export function findPlaces(text: string): Places {
  const found = new Map<number, readonly PlaceKind[]>()
  for (const { 0: run, index } of text.matchAll(token)) {
    const start = run.slice(0, longestToken)
    if (!marked.test(start)) continue
    const mailHost = mail.exec(start)?.[1]
    const name = url.exec(start)?.[1] ?? mailHost ?? host.exec(start)?.[1]
    if (name && !own.test(name)) found.set(index, mailHost ? ['place', 'mailbox'] : ['place'])
    else if (rulesFile.test(start)) found.set(index, ['rulesFile'])
    else if (toolName.test(start)) found.set(index, ['toolName'])
  }
  return found
}
