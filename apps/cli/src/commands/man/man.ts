import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write } from '../../io.js'
import { readVersion } from '../../version.js'
import { manPage } from './man-page.js'

/** `hermes __man`: prints the manual page, for the build of the package. */
export const man: CommandHandler = async ({ program, commands, io }) => {
  await write(io.stdout, manPage({ name: program, commands }, readVersion()))
  return exitCode.ok
}
