import type { Message } from 'grammy/types'

/** Describes what a person shared that is neither text nor a file: `[a sticker 😀]`. Empty if there is no such thing. */
export function sharedContent({ sticker, venue, location, contact, poll, dice }: Message): string {
  if (sticker) return inBrackets('a sticker', sticker.emoji)
  // The location of a venue is also sent separately.
  if (venue) return inBrackets('a place:', venue.title, venue.address, placeOf(venue.location))
  if (location) return inBrackets('a location:', placeOf(location))
  if (contact) return inBrackets('a contact:', nameOf(contact), contact.phone_number)
  if (poll) return inBrackets('a poll:', poll.question, ...poll.options.map(({ text }) => text))
  return dice ? inBrackets('a throw:', `${dice.emoji} ${dice.value}`) : ''
}

function inBrackets(what: string, ...parts: readonly (string | undefined)[]): string {
  const known = parts.filter((part) => part !== undefined && part !== '').join(', ')
  // Text that others chose, such as the name of a contact, cannot close the brackets.
  return `[${`${what} ${known}`.replace(/[[\]\s]+/g, ' ').trim()}]`
}

function placeOf({ latitude, longitude }: NonNullable<Message['location']>): string {
  return `${latitude}, ${longitude}`
}

function nameOf({ first_name: first, last_name: last }: NonNullable<Message['contact']>): string {
  return [first, last].filter(Boolean).join(' ')
}
