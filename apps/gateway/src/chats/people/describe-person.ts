import { ownerId } from './access.js'

/** A person, for people: `telegram:123456789`, and the owner in words. */
export function describePerson(id: string): string {
  return id === ownerId ? 'the owner' : id
}
