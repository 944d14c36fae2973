/** One human, across all networks; or a program that speaks for one. */
export interface Person {
  /** Stable: `local` for the owner at a terminal, otherwise the id that pairing gave. */
  readonly id: string
  /** For people to read. Never used to decide anything. */
  readonly name?: string
  /** What the person may do: commands declare the least role that they take. */
  readonly role: Role
}

/** `admin` may change settings for everybody, `user` those of the conversation, `anyone` may only read. */
export type Role = 'anyone' | 'user' | 'admin'

const ranks: Readonly<Record<Role, number>> = { anyone: 0, user: 1, admin: 2 }

/** Whether a person may do what `needed` may. */
export function hasRole(person: Person, needed: Role): boolean {
  return ranks[person.role] >= ranks[needed]
}
