/** The languages that people write in an encoding, each with its letters, the most frequent first. */
export interface Script {
  encoding: string;
  letters: readonly string[];
}

const ENGLISH = 'etoniarslcduphmfgbywvkxzqjéµ';
const WESTERN = [
  ENGLISH,
  'enitrsadluhgocmbfkzpwvüäyöxßjqé',
  'eirsntaoludcpémfvghbqxyàèjêzkôwçîûïœëâùü',
  'eaonrisdlctupmbfvgóháqxyjízúkñéwüçºª',
  'eioantrlscdpumgvzfbhèqykwàxòùéjìºª',
  'eaorisdntmclpuvfãghbçáqxízéóõjúkyêwâàôüºª',
  'entairodslgvkmupbhcwfjzyxéëïóèüö',
  'eantrisldokgmfvpäuöbchåyjxwzqé',
  'erntilsadkogfmuvpbæhyøjåcxéwz',
  'tieansolkuärmvyphdjöbgcfxwzå',
  'iarntelskguðmfdávhpyobjíæóöþúýcxéw',
  'arinlestugkðmdváyfójhbíøpúæýcxö',
  'eaisrtnlodcupmfgbxvhóqàéíèzjçòyúkïwü',
  'eitrënasumophkdljgfvbzcqyxwç',
];
const CENTRAL = [
  'aieonzwrtyskpcdulmjgbłżąśęóćhfńźxv',
  'oenatspvruliíkdzámbcyhjřčéýžěšgfůxwúóňťqď',
  'oaenritvspkuldzmábcyhjíčýťúéžľšfgxóôňäwĺďŕ',
  'eatlsnkrzoáimégvhbydjpfcíóuöőüúűxw',
  'eiatrnuclsodpămfbţvgzşîhxâjkwy',
  'aieonrtjskpuvdlmzgbcčšćhžfđxyw',
  'aeoinrtvspkldjmzubčgcšhžfxywq',
];
const BALTIC = [
  'iasteornkulmpdvygšjėbųįžfącčūzhęxw',
  'aisternuoklmāpdvēzjīgbšcfļūņķžxwyģč',
  'aietslunkdormvgpäjõbhüfcöxywšž',
];
const TURKISH = ['aeilrnıskdtmyuobçşgzüğcpvöhfxwjqâîû'];
const VIETNAMESE = ['nhtciguđomaràldyvbsểpưệớkạâếeốêộóáõảấòỏầxậừờíìủựợúôữặýãụổọịửẽắqởềơăũằùứwỗồèỉẫfẩjễỳéĩẵỹẳẹẻỡỵỷz'];
const RUSSIAN = 'оеаинтрслвпкдмуязьыйбчгжфцюхшещэёъ';
const UKRAINIAN = 'оаниевтріксплдумзябйчьгжцєфхюшїщґ';
const CYRILLIC = [
  RUSSIAN,
  UKRAINIAN,
  'аениотрсвдпзклмъябучгжйфцшщхюь',
  'аеионртскупдвмзјлбгњчшцљжћхфђџ',
  'аныркелітдвпсяцмозуьўэчгбйшфжюхё',
];
const GREEK = ['αοετινσρμηπκυςλίδγέήόάχθωφύώβξζψϊΐϋΰ'];

/** Encodings of one byte a character. Of equal ones, the first counts. */
export const SCRIPTS: readonly Script[] = [
  { encoding: 'windows-1252', letters: WESTERN },
  { encoding: 'windows-1250', letters: CENTRAL },
  { encoding: 'iso-8859-2', letters: CENTRAL },
  { encoding: 'windows-1254', letters: TURKISH },
  { encoding: 'windows-1257', letters: BALTIC },
  { encoding: 'windows-1258', letters: VIETNAMESE },
  { encoding: 'tcvn', letters: VIETNAMESE },
  { encoding: 'viscii', letters: VIETNAMESE },
  { encoding: 'windows-1251', letters: CYRILLIC },
  { encoding: 'koi8-r', letters: [RUSSIAN] },
  { encoding: 'koi8-u', letters: [UKRAINIAN] },
  { encoding: 'iso-8859-5', letters: CYRILLIC },
  { encoding: 'ibm866', letters: [RUSSIAN] },
  { encoding: 'windows-1253', letters: GREEK },
  { encoding: 'iso-8859-7', letters: GREEK },
  { encoding: 'windows-1255', letters: ['יותמהלרנאשבקפדסעגםחכטןצזלךץף'] },
  { encoding: 'windows-1256', letters: ['الميرتونةفدعسبحقكصأطجخهذإشضغزىثئءظؤآ'] },
  {
    encoding: 'windows-874',
    letters: ['า่อรมก้นเงดัลีตแบยไสวิขทหพจคปืะชำูใ์ถฟุ็ึโผซรณญภธษศๆฉฐฝ'],
  },
];
