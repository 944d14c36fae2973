/**
 * What a replica is doing when the world sees it. `receive`: events are on their way to it. `store`: it has them. `claim`: it has started to work
 * on them. `turn`: it asks the model. `steer`: it asks the model about messages that arrived during the turn. `send`: it sends a message.
 * `acknowledge`: it confirms events.
 */
export const moments = ['receive', 'store', 'claim', 'turn', 'steer', 'send', 'acknowledge'] as const

export type Moment = (typeof moments)[number]

/**
 * Called when a replica is seen at a moment. `isAfter`: whether its request has already taken effect.
 * @returns whether the replica was killed now.
 */
export type SeeMoment = (moment: Moment, replica: string, isAfter: boolean) => boolean
