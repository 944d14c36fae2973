/** Words that attacks hide, used to recognize a shifted or reversed text. */
export const telltales =
  'ignore disregard previous instructions instruction override system prompt secret secrets password passwords credentials execute reveal upload assistant developer forget commands conversation approval without always contents'.split(
    ' ',
  )
