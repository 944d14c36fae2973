import { isRecord } from '@hermes/safety'
import { type Fields, fieldsAt, textAt } from '../fields.js'

/** Returns the settings of groups: where the agent answers, when, and with which instructions. */
export function groupsIn(account: Fields, config: Fields, pattern: RegExp): Fields {
  const groups = { ...fieldsAt(account, 'rooms'), ...fieldsAt(account, 'groups') }
  const ids = Object.keys(groups).filter((id) => pattern.test(id))
  const policy =
    textAt(account, 'groupPolicy') ?? textAt(fieldsAt(fieldsAt(config, 'channels'), 'defaults'), 'groupPolicy')
  const everywhere = groups['*']
  const isLimited = policy !== 'open' && ids.length > 0 && everywhere === undefined
  const free = ids.filter((id) => needsNoMention(groups[id]))
  const channels = Object.fromEntries(ids.flatMap((id) => promptsOf(id, groups[id])))
  return {
    ...(policy === 'disabled' ? { allowed_chats: [] } : isLimited && { allowed_chats: ids }),
    ...(needsNoMention(everywhere) && { require_mention: false }),
    ...(free.length > 0 && { free_chats: free }),
    ...(Object.keys(channels).length > 0 && { channels }),
  }
}

function needsNoMention(group: unknown): boolean {
  return isRecord(group) && group.requireMention === false
}

/** Returns the instructions of a group and of its topics. */
function promptsOf(id: string, group: unknown): readonly (readonly [string, Fields])[] {
  if (!isRecord(group)) return []
  const topics = Object.entries(fieldsAt(group, 'topics')).map(([topic, value]) => [`${id}:${topic}`, value] as const)
  return [[id, group] as const, ...topics].flatMap(([place, value]) => {
    const prompt = isRecord(value) ? textAt(value, 'systemPrompt') : undefined
    return prompt === undefined ? [] : [[place, { prompt }] as const]
  })
}
