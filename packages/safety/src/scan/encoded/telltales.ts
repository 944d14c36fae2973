/** Words that attacks hide, by which a shifted or reversed text is recognised. */
export const telltales =
  'ignore disregard previous instructions instruction override system prompt secret secrets password passwords credentials execute reveal upload assistant developer forget commands conversation approval without always contents'.split(
    ' ',
  )
