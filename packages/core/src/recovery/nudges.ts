/** What the model is told when it is asked again. Never stored: each is the last message of one request only. */
export const nudges = {
  /** After a text that the output limit cut off. */
  continueText:
    '[Your answer was cut off at its length limit. Go on exactly where it stops, in the middle of the word or line if it stops there. Repeat nothing, add no introduction, and open no new code fence.]',
  /** After tool results that were answered with nothing. */
  afterSilence:
    '[You answered with nothing. The results of your tool calls are above: go on with the task, or give the user the answer.]',
  /** After a text that announces a step without taking it. */
  afterPromise:
    '[You said what you would do next but called no tool, so nothing was done. Do it now. If the work is done, or something stops you, tell the user that instead.]',
} as const
