import { join } from 'node:path'
import type { Logger, ToolEvent } from '@hermes/core'
import type { ChatAddress } from '@hermes/core/platform'
import { oneLine } from '@hermes/safety'
import { createRedactor } from '@hermes/safety/redact'
import { createLineLog } from '../../logs/line-log.js'
import { firstText } from './tool-lines.js'

/** Where a turn runs. */
export interface ToolCallPlace {
  readonly network: string
  readonly address: ChatAddress
  readonly conversation: string
}

/** Logs the tool calls of chats whose tool progress is `log`: a line when a call starts, and one when it ends. */
export interface ToolCallLog extends AsyncDisposable {
  add(event: ToolEvent, place: ToolCallPlace): void
}

/** Maximum length of logged arguments, in characters. */
const longest = 500
/** Number of characters that are redacted. Redacting more of a long argument would hold up other conversations. */
const mostRead = 20_000

/** Writes `tool_calls.log` in a folder, for the owner only. Three full files are kept next to it. */
export function createToolCallLog(folder: string, logger: Logger): ToolCallLog {
  const path = join(folder, 'tool_calls.log')
  const log = createLineLog({ path, name: 'The log of tool calls', kept: 3, logger })
  const redactor = createRedactor()
  return {
    add(event, { network, address, conversation }) {
      if (event.type !== 'tool-start' && event.type !== 'tool-end') return
      const { id, function: called } = event.call
      const about = { network, chat: address.chatId, conversation, call: id, tool: called.name }
      if (event.type === 'tool-end') {
        return log.add({ event: 'end', ...about, ms: Math.round(event.durationMs), failed: event.isError })
      }
      const { args, summary = firstText(args) } = event
      log.add({ event: 'start', ...about, arguments: oneLine(redactor.redact(summary.slice(0, mostRead)), longest) })
    },
    [Symbol.asyncDispose]: () => log[Symbol.asyncDispose](),
  }
}
