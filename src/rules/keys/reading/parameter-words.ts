/**
 * Words that name parameters and lie one letter apart from another word. Who sends one of them means it: `country` is no
 * misspelled `county`, and `latitude` no misspelled `altitude`.
 */
export const parameterWords: ReadonlySet<string> = new Set(
  `account action addition adult age agent alias align altitude amount angel angle area arena arms army attitude audience
  audio auction author back bank banner bar bare base bass batch beach bean bear beat bed beer best beta bid bike bill bin
  bind bird birth bit block blog board body bold bone book boot border bounce bound bow box brain brake branch brand break
  buffer build bulk button buyer cable cache call calorie camera car card care cart case cash cast cause cell cent center
  centre chain chair change channel charge chart chat check child choice city class clean client clip clock clone close
  cloth cloud club coach coast coat code coin cold color colour column comma command comment condition consent contact
  content contents contest context contract control copies copy core corner cost costs count counter counts country
  county course court cover craft crop cross cup curl currency current cursor curve custom cut damp dark data database
  date dates day days dead deal dear death debt deck deep delta density depth desk dest diet disc discount disk dist
  dock doctor domain dose dot draft drag draw drink drive driver drop drug dual dust duty each earth east edge edges
  edition edit editor email emails engine enter entity entry error event events ever exact expense extent face fact factor
  fair fall false family fare farm fast fate federal feed feet fiber field file fill film filter final find fire firm
  first fish fist fit flag flags flat flavor flight flip floor flow folder font food foot force fork form format forms
  forum frame free from front fuel full fund game games gap gas gate gear gender general genre gift girl giver goal gold
  grade grain graph grid group guest guide hand handle hang hard hash head header health heat height hide high hint hire
  hit hold holder hole home hook horse hosts hotel hour hours house icon idea identity image images index inner input
  intensity item items join joint key keys kind king lab label labels lake lamp land lane language large last late later
  lateral latest latitude layer layers layout lead leaf league left length lens level levels lever library light like limb
  line lines link links lint list lists literal live load loan lobby local locale location lock log logic login logo long
  longitude look loop lot love low lower luck mail main make male map margin mark market mask mass match mate media
  medium meet member memory menu merge message meta meter metal method metric mile mill mind mine minor mint minute mode
  model models moment money month months mood moon motion motor mount mouse mouth move moves movie movies music name names
  nature near nest news next night node nodes noise north nose note notes number object offer office older once open
  operator option options order orders origin other outer output owner pace pack package page pages pain paint pair panel
  paper parent park part parts party passage past paste patch path paths pattern pause peer phase phone photo phrase piece
  pin pitch pixel place plan plane planet plant plate play player players plot plug plus point poll pool port portion pose
  position post posts pound power press price prices prime print prize process product profile profit proof prop purse
  push quality quantity quart queue quick quiet quote quota race radio radius rail rain range rank rapid rate rates rating
  ratio reach read ready real reason record region release relay rent reply report reserve resort resource rest result
  return review rich ride right ring rise risk river road rock role roles roll room rooms root roots rope rotation round
  route router routes row rows rule rules safe sale sales salt same sand save scale scan scene scope score screen script
  seal search season seat second section seed seek seller send sender sense series server session set setting shade shape
  share sheet shift ship shop short shot show side sides sign signal single site sites size sizes skill skin sleep slice
  slide slope slot small snow soap soil sold solid song sort sound source sources south space span speak speaker speed
  spell spot stack staff stage stamp standard star stars start stat state states stats status stay steam step steps stick
  still stock stone stop store story strain stream street strength stress strike string style suit sum summary summer
  surface sweep swing table tables tag tags take talk tape target task tasks team tears tempo temp temperature template
  tenant tender term test tests text texts theme thread ticket tile time timer times tint title token tone tool tools topic
  topics total touch tour tower town trace track trade traffic trail train trait transit travel tree trend trial trip truck
  trust tube tune turn tutor type types uncle union unit units upper usage user users valid value values valve vendor
  verb version vertex view views vision visit visitor voice volt volume vote wage wait wake walk wall want warm watch
  water wave way ways wealth week weight west wheel where while white width wind window wine winner wire with wood word
  words work worker worth wrap year years yield zone zones`.split(/\s+/),
);
