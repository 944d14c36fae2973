import type { CommandHandler } from '../../arguments/command-spec.js'
import { didYouMean } from '../../arguments/did-you-mean.js'
import { exitCode } from '../../exit-code.js'
import { write } from '../../io.js'
import { UsageError } from '../../usage-error.js'
import { isShell, shellScripts } from './scripts/shells.js'

/** `hermes completion SHELL` */
export const completion: CommandHandler = async ({ program, parameters: [name = ''], io }) => {
  if (!isShell(name)) {
    const shells = Object.keys(shellScripts)
    throw new UsageError(
      `There is no completion for "${name}".${didYouMean(name, shells)} There is: ${shells.join(', ')}.`,
    )
  }
  await write(io.stdout, shellScripts[name](program))
  return exitCode.ok
}
