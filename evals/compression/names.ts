import type { Random } from './random.ts'

/** Generates words that no filler contains, each used once. */
export interface Names {
  take(): string
}

const birds = `Heron Osprey Plover Dunlin Godwit Curlew Avocet Fulmar Gannet Petrel Skua Kittiwake Razorbill Wigeon Pintail Garganey
Goshawk Merlin Kestrel Hobby Harrier Redpoll Siskin Linnet Twite Crossbill Bunting Wryneck Hoopoe Bittern Egret Spoonbill Lapwing
Turnstone Knot Sanderling Whimbrel Phalarope Guillemot Puffin Nightjar Swift Martin Pipit Wagtail Dipper Dunnock Ouzel Fieldfare
Redwing Whinchat Stonechat Wheatear Chiffchaff Blackcap Whitethroat Firecrest Nuthatch Treecreeper Shrike Jackdaw Chough Brambling
Serin Hawfinch Capercaillie Ptarmigan Corncrake Moorhen Smew Goosander Scoter Eider Pochard Gadwall Shoveler Shelduck Brent Whooper`

export function createNames(random: Random): Names {
  const left = birds.split(/\s+/)
  return {
    take() {
      const [name] = left.splice(random.whole(0, left.length - 1), 1)
      if (name === undefined) throw new RangeError('All names are taken: plant fewer facts.')
      return name
    },
  }
}
