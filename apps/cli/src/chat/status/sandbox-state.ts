import type { SessionId } from '@hermes/core'
import type { Runtime } from '@hermes/runtime'
import type { Translate } from '@hermes/safety/language'

/** Describes the sandbox and network access of a session's commands in a few words. */
export function sandboxState({ sandboxedBy, networkOf }: Runtime['environment'], id: SessionId, t: Translate): string {
  if (sandboxedBy === undefined) return t`no sandbox`
  const reach = networkOf?.(id)
  if (reach === undefined || reach === 'open') return t`sandbox`
  return reach === 'none' ? t`sandbox, network off` : t`sandbox, network list`
}
