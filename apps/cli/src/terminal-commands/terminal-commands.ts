import type { PendingImages } from '../attachments/pending-images.js'
import type { MessageTimes } from '../render/message-times.js'
import { attachmentCommands } from './attachment-commands.js'
import type { TerminalCommand } from './terminal-command.js'
import { timestampsCommand } from './timestamps-command.js'

export interface TerminalParts {
  readonly images: PendingImages
  readonly times: Pick<MessageTimes, 'isShown'>
}

/** The commands that both interfaces of a terminal have. */
export function terminalCommands({ images, times }: TerminalParts): readonly TerminalCommand[] {
  return [...attachmentCommands(images), timestampsCommand(times)]
}
