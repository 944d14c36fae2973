import type { Person } from '../../../contracts/person.js'
import type { Command } from '../../command.js'
import { factTable } from './status.js'

/** `/whoami`: shows a person's identity and role on this surface. */
export function whoamiCommand(): Command {
  return {
    name: 'whoami',
    description: 'show your identity and permissions here',
    category: 'info',
    who: 'anyone',
    async run(_, { person, rights, surface, conversation }) {
      return factTable([
        { name: 'Person', value: person.name === undefined ? person.id : `${person.name} (${person.id})` },
        { name: 'Role', value: rights?.role ?? roleOf(person) },
        { name: 'Surface', value: surface.name === undefined ? surface.kind : `${surface.name} (${surface.kind})` },
        { name: 'Session', value: conversation.id },
      ])
    },
  }
}

/** Names a role as chat networks do. For commands, the owner counts as an administrator. */
function roleOf({ id, role }: Person): string {
  return id === 'local' && role === 'admin' ? 'owner' : role
}
