import type { Person } from './person.js'

/** What a surface with its own rules allows a person to do. */
export interface Rights {
  /** The surface's name for the person's role: `guest`. For display only. */
  readonly role: string
  /** Whether the person may run this command, which {@link Person.role} allows. */
  mayRun(command: string): boolean
}
