/** The id of a skill on ClawHub: `calendar`, or `owner/calendar`. */
export const clawHubId = /^(?:([\w-]{1,100})\/)?([\w.-]{1,100})$/

/** The id of an agent on LobeHub. */
export const lobeHubId = /^[\w.-]{1,100}$/
