/**
 * Orders to decode a text and do what it says, in several languages. The text itself may be in a language whose orders
 * the rules do not know, or in an encoding that is not decoded here.
 */
const orders: readonly RegExp[] = [
  /\b(?:decode|decrypt|decipher|unscramble|backwards|in reverse|rot-?13|base64|hex)\b[^\n]{0,80}\b(?:and|then|,)\s{1,3}(?!not\b|never\b)(?:\p{L}{2,12}\s{1,3})?(?:obey\b|comply\b|act on (?:it|them|what)|do (?:what|as) it|carry (?:it|them) out|(?:follow|execute) (?:it|them|what|this|that|the (?:instruction|order|text|message|result|decoded)))/iu,
  /\bto be (?:decoded|decrypted|deciphered|unscrambled|read backwards)[^\n]{0,40}\band (?:then )?(?:obeyed|followed|executed|carried out|complied with|acted on)/iu,
  /(?:décod|déchiffr|à l['’]envers)[^\n]{0,60}(?:puis|et)\s{1,3}(?:à\s{1,3})?(?:l['’]|les\s{1,3})?(?:exécut|sui[vs]|appliqu|obéi)/iu,
  /(?:decodific|descifr|al revés)[^\n]{0,60}\s(?:y|luego|después)\s{1,3}(?:l[oa]s?\s{1,3})?(?:ejecut|sig[aue]|obede|cumpl|haz)/iu,
  /(?:decodific|decifr|descodific|de trás para (?:a )?frente|ao contrário)[^\n]{0,60}\s(?:e|depois)\s{1,3}(?:execut|sig[aou]|obede|cumpr|faç)/iu,
  /(?:decodific|decifr|al contrario)[^\n]{0,60}\s(?:ed?|poi)\s{1,3}(?:esegu|segu|obbed|applic|fai\s)/iu,
  /(?:dekodier|decodier|entschlüss|rückwärts)[^\n]{0,60}\s(?:und|dann)\s{1,3}(?:\p{L}{2,12}\s{1,3})?(?:befolg|ausführ|führ|gehorch|handle|tu\s)/iu,
  /(?:декодир|расшифр|задом наперёд|задом наперед)[^\n]{0,60}\s(?:и|затем)\s{1,3}(?:выполн|следуй|следуйте|исполн|сделай)/iu,
  /(?:解码|解密|倒着读|反过来读)[^\n]{0,20}(?:并|然后|后|再)[^\n]{0,6}(?:执行|遵循|照做|服从)/u,
  /(?:デコード|復号|逆から読)[^\n]{0,30}(?:実行|従)/u,
]

/** Whether a text tells its reader to decode something and obey it. */
export function ordersDecoding(text: string): boolean {
  return orders.some((order) => order.test(text))
}
