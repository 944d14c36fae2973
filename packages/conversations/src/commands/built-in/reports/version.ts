import type { Command } from '../../command.js'

export interface VersionServices {
  readonly version: string
}

export function versionCommand({ version }: VersionServices): Command {
  return {
    name: 'version',
    description: 'show the Hermes version',
    category: 'info',
    who: 'anyone',
    run: async () => ({ type: 'text', text: `Hermes ${version}` }),
  }
}
