import type { Translate } from '@hermes/safety/language'
import type { PersonCommands } from '@hermes/tui'
import type { Interruptible } from '../chat/front-end/interruption.js'
import { createOwnCommands, isOwnCommand, type OwnCommands, type OwnCommandsOptions } from '../chat/own-commands.js'
import { createStyle } from '../render/text/style.js'

export interface PersonCommandsOptions {
  /** Returns a folder opened by a server in this process. */
  readonly folderOf: (workingDirectory: string) => OwnCommandsOptions['runtime'] | undefined
  readonly t: Translate
}

const nothing: Interruptible = { isBusy: false, interrupt: () => undefined }

/** Creates `!command` and `!!command` of the chat for the full screen. */
export function personCommands({ folderOf, t }: PersonCommandsOptions): PersonCommands {
  const known = new WeakMap<OwnCommandsOptions['runtime'], OwnCommands>()
  let running = nothing
  let show: (text: string) => void = () => undefined

  const commandsOf = (workingDirectory: string): OwnCommands | undefined => {
    const runtime = folderOf(workingDirectory)
    if (!runtime) return undefined
    const commands =
      known.get(runtime) ??
      createOwnCommands({
        runtime,
        frontEnd: {
          // The screen applies the colors and shows the line itself.
          style: createStyle(false, t),
          wasTyped: () => true,
          dock: { writeLines: (text) => show(text) },
          serve: (work) => {
            running = work
          },
        },
        prompt: () => '',
        work: nothing,
      })
    known.set(runtime, commands)
    return commands
  }

  return {
    isOwn: isOwnCommand,
    async run(line, { workingDirectory, print }) {
      const commands = commandsOf(workingDirectory)
      if (running.isBusy) print(t`Another command runs: Esc ends it.`)
      else {
        show = print
        await commands?.run(line)
      }
    },
    interrupt() {
      const { isBusy } = running
      running.interrupt()
      return isBusy
    },
    join: (workingDirectory, content) => commandsOf(workingDirectory)?.withOutput(content) ?? content,
  }
}
