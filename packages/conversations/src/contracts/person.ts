/** One human across all networks, or a program acting for one. */
export interface Person {
  /** A stable id: `local` for the owner at a terminal, otherwise the id assigned by pairing. */
  readonly id: string
  /** A name for display only, never used for decisions. */
  readonly name?: string
  /** The person's role. Commands declare the minimum role. */
  readonly role: Role
}

/** `admin` may change global settings, `user` those of the conversation, `anyone` may only read. */
export type Role = 'anyone' | 'user' | 'admin'

const ranks: Readonly<Record<Role, number>> = { anyone: 0, user: 1, admin: 2 }

/** Whether a person has at least the role `needed`. */
export function hasRole(person: Person, needed: Role): boolean {
  return ranks[person.role] >= ranks[needed]
}
