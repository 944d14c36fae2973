import type { ConfiguredHook } from '@hermes/runtime'
import { oneLine } from '@hermes/safety'
import { safeText } from '../../render/text/safe-text.js'

const shownChars = 200

/** Describes a hook on one line: `pre_tool_call (terminal|write_*): ./check-call.sh`. */
export function hookLine({
  event,
  matcher,
  command,
}: Pick<ConfiguredHook, 'matcher' | 'command'> & { readonly event: string }): string {
  const about = matcher === '' ? event : `${event} (${matcher})`
  return safeText(`${about}: ${oneLine(command, shownChars)}`)
}
