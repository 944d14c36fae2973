/** Hints for the model when a call is retried. Never stored: each is the last message of one request only. */
export const nudges = {
  /** After a text that the output limit cut off. */
  continueText:
    '[Your answer was cut off at its length limit. Continue exactly where it stops, even in the middle of a word or line. Repeat nothing, add no introduction, and open no new code fence.]',
  /** After a text whose turn the user had interrupted, and now resumes. */
  continuePartial:
    '[The user interrupted your answer and now wants the rest of it. Continue exactly where it stops, even in the middle of a word or line. Repeat nothing, and add no introduction.]',
  /** After tool results that got an empty answer. */
  afterSilence:
    '[Your answer was empty. The results of your tool calls are above: continue the task, or give the user the answer.]',
  /** After a text that announces a step without taking it. */
  afterAnnouncement:
    '[You said what you would do next but called no tool, so nothing was done. Do it now. If the work is done, or something stops you, tell the user that instead.]',
} as const
