import type { JsonObject } from '@hermes/core'
import { asList, asObject } from '../json.js'
import { failed } from './rules.js'

const mostMarks = 4

/** Returns the problems of the cache points. */
export function cachePointProblems(body: JsonObject): string[] {
  const messages = asList(body.messages).map((message) => blocksAt(asObject(message), 'content'))
  const lists = [blocksAt(asObject(body.toolConfig), 'tools'), blocksAt(body, 'system'), ...messages]
  const marks = lists
    .flat()
    .filter(isMark)
    .map((block) => asObject(block.cachePoint))
  const ttls = marks.map(({ ttl = '5m' }) => String(ttl))
  return failed([
    [marks.length <= mostMarks, `${marks.length} cache points are more than ${mostMarks}`],
    [marks.every(({ type }) => type === 'default'), 'a cache point has an unknown type'],
    [ttls.every((ttl) => ttl === '5m' || ttl === '1h'), `unknown ttl among ${ttls}`],
    [!ttls.join().includes('5m,1h'), 'a ttl of 1h follows one of 5m'],
    [lists.every((list) => list.length === 0 || !isMark(asObject(list[0]))), 'a cache point comes first'],
    [messages.every((list) => !list.some(isMark) || !list.some(isPlainDocument)), 'content.type: Field required'],
  ])
}

function blocksAt(parent: JsonObject, key: string): readonly JsonObject[] {
  return asList(parent[key]).map(asObject)
}

function isMark(block: JsonObject): boolean {
  return 'cachePoint' in block
}

/** Whether the block is a document after which some models lose the cache point. */
function isPlainDocument(block: JsonObject): boolean {
  const inside = asList(asObject(block.toolResult).content).map(asObject)
  return [block, ...inside].some((part) => 'document' in part && asObject(part.document).format !== 'pdf')
}
