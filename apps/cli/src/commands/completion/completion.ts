import type { CommandHandler } from '../../arguments/command-spec.js'
import { completionScript, shells } from '../../arguments/completion.js'
import { didYouMean } from '../../arguments/did-you-mean.js'
import { exitCode } from '../../exit-code.js'
import { write } from '../../io.js'
import { UsageError } from '../../usage-error.js'

/** `hermes completion SHELL` */
export const completion: CommandHandler = async ({ program, commands, parameters: [name = ''], io }) => {
  const shell = shells.find((candidate) => candidate === name)
  if (!shell)
    throw new UsageError(
      `There is no completion for "${name}".${didYouMean(name, shells)} There is: ${shells.join(', ')}.`,
    )
  await write(io.stdout, completionScript({ name: program, commands }, shell))
  return exitCode.ok
}
