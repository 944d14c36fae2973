import { ownerId } from './access.js'

/** Describes a person for people: an id such as `telegram:123456789`, or the owner in words. */
export function describePerson(id: string): string {
  return id === ownerId ? 'the owner' : id
}
