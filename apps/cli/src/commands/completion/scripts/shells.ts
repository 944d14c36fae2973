import { bashScript } from './bash-script.js'
import { fishScript } from './fish-script.js'
import { powershellScript } from './powershell-script.js'
import { zshScript } from './zsh-script.js'

/** Script for each shell, which calls the program of the given name. */
export const shellScripts = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
} satisfies Record<string, (program: string) => string>

export type Shell = keyof typeof shellScripts

export function isShell(name: string): name is Shell {
  return Object.hasOwn(shellScripts, name)
}
