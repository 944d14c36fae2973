/**
 * What a replica is doing when the world sees it. `receive`: events are on their way to it. `store`: it has them. `claim`: it has begun to work
 * on them. `turn`: it asks the model. `steer`: it does so about messages that came during the turn. `send`: it sends a message. `acknowledge`: it
 * confirms events.
 */
export const moments = ['receive', 'store', 'claim', 'turn', 'steer', 'send', 'acknowledge'] as const

export type Moment = (typeof moments)[number]

/**
 * Called when a replica is seen at a moment. `isAfter`: what it asked for has its effect.
 * @returns whether the replica was killed now.
 */
export type SeeMoment = (moment: Moment, replica: string, isAfter: boolean) => boolean
