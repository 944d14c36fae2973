import type { PendingImages } from '../attachments/pending-images.js'
import type { MessageTimes } from '../render/screen/message-times.js'
import type { SkinSwitch } from '../skins/skin-switch.js'
import { attachmentCommands } from './attachment-commands.js'
import { skinCommand } from './skin-command.js'
import { switchCommand } from './switch-command.js'
import type { TerminalCommand } from './terminal-command.js'

export interface TerminalParts {
  readonly images: PendingImages
  readonly times: Pick<MessageTimes, 'isShown'>
  /** Whether prompts are edited with the keys of vi. */
  readonly vim: { isOn: boolean }
  /** Whether only prompts and answers are shown. */
  readonly focus: { isOn: boolean }
  readonly skins: SkinSwitch
}

/** Creates the commands that both interfaces of a terminal share. */
export function terminalCommands({ images, times, vim, focus, skins }: TerminalParts): readonly TerminalCommand[] {
  return [
    ...attachmentCommands(images),
    skinCommand(skins),
    switchCommand({
      name: 'timestamps',
      description: 'show when each message was written',
      isOn: () => times.isShown,
      turn: (isOn) => {
        times.isShown = isOn
      },
      said: { on: 'Messages are shown with their times.', off: 'Messages are shown without their times.' },
    }),
    switchCommand({
      name: 'focus',
      description: 'show prompts and answers alone, without tool calls',
      isOn: () => focus.isOn,
      turn: (isOn) => {
        focus.isOn = isOn
      },
      said: { on: 'Tool calls are hidden.', off: 'Tool calls are shown.' },
    }),
    switchCommand({
      name: 'vim',
      description: 'edit the prompt with the keys of vi',
      isOn: () => vim.isOn,
      turn: (isOn) => {
        vim.isOn = isOn
      },
      said: {
        on: 'The prompt has the keys of vi: Escape begins normal mode, `i` inserts.',
        off: 'The prompt has its usual keys.',
      },
    }),
  ]
}
