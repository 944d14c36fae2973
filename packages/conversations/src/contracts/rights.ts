import type { Person } from './person.js'

/** What a surface with rules of its own lets a person do. */
export interface Rights {
  /** What the surface calls the person's role: `guest`. For display only. */
  readonly role: string
  /** Whether it lets the person run this command, of those that {@link Person.role} may run. */
  mayRun(command: string): boolean
}
