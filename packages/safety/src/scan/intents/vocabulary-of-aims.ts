/** Further vocabulary of attacks: words for what is dropped, left out, awaited and spared. */
// biome-ignore format: words to read across
export const vocabularyOfAims = {
  discard:
    'ignore ignoring disregard forget drop discard abandon scrap overlook unlearn erase shelve shed dismiss verwirf vergiss ignorier* ' +
    'descarta* olvida* desecha* oublie* ecarte* laisse delaisse* dimentica* scarta* esqueca* descarte* desconsidere',
  told:
    'told given gave received taught learned instructed set said guidance instructions rules guidelines direction directions gesagt gegeben ' +
    'anweisungen regeln dijeron dicho indicaciones instrucciones reglas recues recu dit consignes regles detto ricevut* istruzioni ' +
    'disseram ditas instrucoes regras',
  earlier:
    'earlier before previous previously prior above former preceding beforehand vorher zuvor bisher bisherig* vorherig* fruher* antes ' +
    'anterior* previa* previo* avant auparavant precedent* prima precedent* anteriormente',
  void:
    'void obsolete withdrawn expired superseded moot cancelled canceled annulled revoked rescinded outdated irrelevant invalid lapsed ' +
    'hinfallig ungultig uberholt aufgehoben anulad* obsolet* caduc* caduq* revocad* perime* annule* annullat* superat* decadut* revogad* ' +
    'cancelad*',
  leaveOut:
    'leave keep strip cut omit exclude drop lass lasse weglass* deja dejar omite quita laisse omets ote lascia togli ometti deixe omita tire',
  outside: 'out off outside weg raus fuera fora hors dehors fuori',
  deed:
    'transfer transfers upload uploads request requests call calls copy copies step deletion change changes payment purchase export fetch ' +
    'download ubertragung upload aufruf kopie anderung envio transferencia llamada copia cambio envoi transfert appel invio trasferimento ' +
    'chiamata envio',
  without: 'without unrun unchecked skipped untested ohne sin sans senza sem',
  verified: 'verified checked tested reviewed audited approved gepruft getestet verificad* revisad* verifie* verificat* controllat*',
  these: 'this these same following dies* diese* este estos esta estas esto ce cette ces questo questa questi queste isto estes',
  lines: 'paragraph lines line text section block note notes rule rules instruction* message absatz zeilen text regel* parrafo lineas nota paragraphe lignes paragrafo righe linhas',
  spread: 'plant carry replicate propagate seed mirror duplicate copy append paste insert write put add save kopier* ubertrag* schreib* copia* anade escribe recopie* ajoute* ecris scrivi aggiungi incolla copie escreva cole',
  codeword: 'word words phrase codeword keyword passphrase sentence emoji wort stichwort satz losung palabra frase mot phrase parola palavra',
  uttered:
    'says say said types type typed mentions mention mentioned appears appear utters utter hears hear writes falls sagt fallt erwahnt ' +
    'genannt dice menciona aparece dit mentionne apparait scrive appare menciona diz aparece',
  harm:
    'send upload delete wipe transfer disable forward email exfiltrate post purge erase unlock approve wire pay leak publish overwrite ' +
    'losch* losche sende schicke ubertrage deaktivier* uberweise borra elimina envia transfiere desactiva sube supprime efface envoie ' +
    'transfere desactive cancella invia trasferisci disattiva apague envie transfira desative',
  wait: 'dormant normally harmless innocent unauffallig normalmente',
  until: 'until till bis hasta jusqu* finche ate',
  forged: 'forged fake fabricated manipulated leaks leaking stolen spies falsified gefalscht manipuliert falsos falsific* truque* falsi',
  spared: 'need needs require requires needing requiring',
  listing: 'list allowlist whitelist config settings configuration liste lista',
  granting: 'yes allow approve accept ja si oui sim',
  prompts: 'prompt prompts question questions request requests confirmation confirmations dialog dialogs permission',
  doing: 'running checking testing verifying executing looking reviewing auszufuhren prufen ejecutar* revisar* executer verifier eseguir* executar',
  power: 'elevated unlimited unrestricted root superuser highest erhohte unbegrenzte',
  privileges: 'privileges clearance authority powers rechte privilegios privileges privilegi',
  deposit:
    'deposit surrender hand turn drop dump park suivre faire fais depose deposer remets gira girare deposita consegna repasse entregue deposite entrega traslada remite ubergib hinterlege',
  answered: 'answered answer reply click responded respond confirmed',
  worked: 'work worked complete handle process finish',
  written: 'wrote written said typed says writes entered told typing',
  persona: 'persona identity character role',
} as const
