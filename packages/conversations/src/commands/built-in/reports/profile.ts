import type { Command } from '../../command.js'
import { factTable } from './status.js'

export interface ProfileServices {
  readonly profile: { readonly name: string; readonly home: string }
}

/** `/profile`: shows the profile of the settings, sessions and memory. */
export function profileCommand({ profile }: ProfileServices): Command {
  return {
    name: 'profile',
    description: 'show the current profile and its folder',
    category: 'info',
    who: 'admin',
    run: async () =>
      factTable([
        { name: 'Profile', value: profile.name },
        { name: 'Home', value: profile.home },
      ]),
  }
}
