/** A line of this length or more is looked at in parts. Of a text that comes in pieces, little more is ever held back. */
export const longLine = 16_384
