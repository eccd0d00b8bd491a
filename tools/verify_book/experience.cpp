// Checks the bytes of experience files (docs/formats/experience.md).
#include "core/book/experience/experience.hpp"

#include "core/text/figures.hpp"
#include "tools/verify_book/verify_book.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace polyglot::tools {
namespace {

using book::ExperienceLayout;
using book::ExperienceRecord;

void look_at(const ExperienceRecord& record, std::uint64_t number, std::uint64_t begin,
             ExperienceLayout layout, Findings& findings) {
    const auto at = [&] {
        return format_place(number, begin, book::experience_record_size) + ": key " +
               text::hexadecimal(record.key);
    };
    if (!record.in_range()) {
        findings.add(Severity::Error, "range",
                     "depth or score of no search: the record is left out", at);
    } else if (!record.is_searched()) {
        findings.add(Severity::Remark, "unsearched", "record of a move that was not searched", at);
    } else if (record.depth < book::least_depth(layout)) {
        findings.add(Severity::Remark, "depth", "record less deep than the engines write", at);
    }
    if ((record.move & 63U) == (record.move >> 6U & 63U) && record.move != 0)
        findings.add(Severity::Error, "impossible", "move from a square to itself", at);
}

void check_bytes(const book::ByteReader& bytes, const book::Book& /*book*/, Verification& result) {
    std::array<std::byte, 4096> head{};
    const auto layout =
        book::detect_experience(std::span(head).first(bytes.read_at(0, head)), bytes.size());
    if (!layout) return;
    const std::uint64_t begin = book::signature_of(*layout).size();
    constexpr std::size_t size = book::experience_record_size;
    std::vector<std::pair<std::uint64_t, std::uint16_t>> moves;
    std::vector<std::byte> buffer(size << 12U);
    std::uint64_t at = begin;
    while (at + size <= bytes.size()) {
        const std::uint64_t wanted =
            std::min<std::uint64_t>(buffer.size(), (bytes.size() - at) / size * size);
        const auto chunk = std::span(buffer).first(static_cast<std::size_t>(wanted));
        if (bytes.read_at(at, chunk) < wanted) {
            result.findings.add(Severity::Error, "unreadable", "the file can't be read to its end",
                                [&] { return "byte " + std::to_string(at); });
            return;
        }
        for (std::size_t i = 0; i < chunk.size(); i += size) {
            const auto record = book::decode_experience_record(
                *layout, std::span<const std::byte>(chunk).subspan(i).first<size>());
            look_at(record, result.entries++, begin, *layout, result.findings);
            moves.emplace_back(record.key, record.move);
        }
        at += wanted;
    }
    if (at < bytes.size())
        result.findings.add(Severity::Error, "odd_size", "bytes after the last whole record", [&] {
            return "byte " + std::to_string(at) + ": " + std::to_string(bytes.size() - at) +
                   " bytes";
        });
    std::ranges::sort(moves);
    const auto different =
        static_cast<std::uint64_t>(std::unique(moves.begin(), moves.end()) - moves.begin());
    if (different < moves.size())
        result.findings.add(Severity::Remark, "repeated",
                            "records of a move that another record has: they are merged",
                            moves.size() - different);
}

} // namespace

constexpr FormatCheck experience_check{.format = book::experience_format, .check = check_bytes};

} // namespace polyglot::tools
