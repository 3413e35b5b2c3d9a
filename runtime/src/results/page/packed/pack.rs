//! Makes a text small, when the program is built: what it repeats becomes a reference to where it stood before.
//!
//! A packed text is a row of pieces: a number `n` and `n` bytes as they are, then how many bytes to repeat and from how far
//! back. Only the last piece may have no repetition. A number is its groups of seven bits, lowest first, and each but the
//! last has the eighth bit set.

/// Shorter repetitions take as much room as they save.
const SHORTEST: usize = 6;

/// Of so many earlier places that seem to start alike the one that goes on alike for longest is taken.
const CANDIDATES: usize = 32;

/// Literal bytes and references to earlier ones, in turn.
pub(super) fn pack(text: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut earlier = Earlier { last: vec![None; 1 << 16], before: vec![None; text.len()] };
    let (mut at, mut unpacked) = (0, 0);
    while at < text.len() {
        let found = earlier.starting_as(text, at).map(|from| (alike(text, from, at), from));
        let end = match found.max().filter(|&(length, _)| length >= SHORTEST) {
            Some((length, from)) => {
                literal(&mut packed, &text[unpacked..at]);
                number(&mut packed, length);
                number(&mut packed, at - from);
                unpacked = at + length;
                unpacked
            }
            None => at + 1,
        };
        (at..end).for_each(|place| earlier.add(text, place));
        at = end;
    }
    literal(&mut packed, &text[unpacked..]);
    packed
}

/// Where in a text a start has stood: the last place by a hash of it, and for each place the one before.
struct Earlier {
    last: Vec<Option<u32>>,
    before: Vec<Option<u32>>,
}

impl Earlier {
    /// That a start stands at a place.
    fn add(&mut self, text: &[u8], place: usize) {
        let last = &mut self.last[hash(text, place)];
        self.before[place] = last.replace(place as u32);
    }

    /// Earlier places that may start as this one, the latest first.
    fn starting_as(&self, text: &[u8], place: usize) -> impl Iterator<Item = usize> {
        let before = |&own: &u32| self.before[own as usize];
        let last = self.last[hash(text, place)];
        std::iter::successors(last, before).take(CANDIDATES).map(|own| own as usize)
    }
}

/// Of the first bytes at a place.
fn hash(text: &[u8], place: usize) -> usize {
    let start = text[place..].iter().take(SHORTEST);
    let mixed = start.fold(0_u32, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x9e37_79b1));
    (mixed >> 16) as usize
}

/// How many bytes from `later` on are as those from `earlier` on.
fn alike(text: &[u8], earlier: usize, later: usize) -> usize {
    text[earlier..].iter().zip(&text[later..]).take_while(|(a, b)| a == b).count()
}

/// Bytes as they are, with their number before.
fn literal(packed: &mut Vec<u8>, bytes: &[u8]) {
    number(packed, bytes.len());
    packed.extend_from_slice(bytes);
}

/// Seven bits in each byte, the lowest first.
fn number(packed: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        packed.push(value as u8 | 0x80);
        value >>= 7;
    }
    packed.push(value as u8);
}
